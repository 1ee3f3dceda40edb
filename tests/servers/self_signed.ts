/** A certificate authority of one test and a server certificate it signed, in PEM. */
export interface SelfSigned {
  /** What a client must trust (`--cert`, `caCerts`). */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/**
 * Makes a certificate for `127.0.0.1` and `localhost` with `openssl`, valid for
 * two days. The leaf is not the authority itself: strict clients refuse that.
 */
export async function selfSigned(): Promise<SelfSigned> {
  const folder = await Deno.makeTempDir({ prefix: "self-signed-" });
  const file = (name: string) => `${folder}/${name}`;
  try {
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
    await openssl([
      ...["req", "-x509", ...key, "-nodes", "-days", "2"],
      ...["-subj", "/CN=test authority", "-keyout", file("ca.key")],
      ...["-out", file("ca.pem")],
    ]);
    await openssl([
      ...["req", "-new", ...key, "-nodes", "-subj", "/CN=127.0.0.1"],
      ...["-keyout", file("leaf.key"), "-out", file("leaf.csr")],
    ]);
    await Deno.writeTextFile(
      file("leaf.ext"),
      "subjectAltName=IP:127.0.0.1,DNS:localhost\nbasicConstraints=CA:FALSE\n",
    );
    await openssl([
      ...["x509", "-req", "-days", "2", "-in", file("leaf.csr")],
      ...["-CA", file("ca.pem"), "-CAkey", file("ca.key"), "-CAcreateserial"],
      ...["-extfile", file("leaf.ext"), "-out", file("leaf.pem")],
    ]);
    return {
      ca: await Deno.readTextFile(file("ca.pem")),
      cert: await Deno.readTextFile(file("leaf.pem")),
      key: await Deno.readTextFile(file("leaf.key")),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function openssl(args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("openssl", {
    args,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) {
    throw new Error(`openssl ${args[0]}: ${new TextDecoder().decode(stderr)}`);
  }
}
