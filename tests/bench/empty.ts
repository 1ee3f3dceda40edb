// A program that does nothing: what the start of Deno costs.
