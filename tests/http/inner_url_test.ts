import assert from "node:assert/strict";
import { isInnerUrl } from "../../lib/http/inner_url.ts";

Deno.test("urls that lead to this machine, its link or a private network", () => {
  for (
    const url of [
      "file:///srv/a.git",
      "http://127.0.0.1:8080/a.git",
      "http://localhost/a.git",
      "https://[::1]/a.git",
      "https://LOCALHOST/a.git",
      "https://169.254.169.254/latest",
      "https://10.1.2.3/a.git",
      "https://172.16.0.1/a.git",
      "https://172.31.255.255/a.git",
      "https://192.168.0.1:8443/a.git",
      "https://100.64.0.1/a.git",
      "https://[fd00::1]/a.git",
      "ssh://git@10.0.0.1/a.git",
      "ssh://[fc12::1]:22/a.git",
      "git@192.168.1.1:a.git",
      "git@localhost:a.git",
    ]
  ) assert.equal(isInnerUrl(url), true, url);
});

Deno.test("urls that lead anywhere else", () => {
  for (
    const url of [
      "https://github.com/apache/magpie.git",
      "https://10.example.org/a.git",
      "https://172.32.0.1/a.git",
      "https://100.128.0.1/a.git",
      "https://192.169.0.1/a.git",
      "https://[2001:db8::1]/a.git",
      "ssh://git@example.org/a.git",
      "git@example.org:10.0.0.1/a.git",
    ]
  ) assert.equal(isInnerUrl(url), false, url);
});
