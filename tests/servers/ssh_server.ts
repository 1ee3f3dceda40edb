import { findProgram } from "../support/needs_program.ts";

/** A running `sshd` and what its user has at home. */
export interface SshServer extends AsyncDisposable {
  readonly port: number;
  /** Who logs in: the user that runs the tests. */
  readonly user: string;
  /** `ssh://<user>@127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string;
  /** The host that the client's configuration knows, for `user@host:path`. */
  readonly alias: string;
  /**
   * Variables for a program that shall use this server: a PATH on which `ssh`
   * is OpenSSH with the configuration below. (OpenSSH takes the home folder
   * from the user database, whatever `HOME` says, so that another
   * configuration can be given to it on its command line alone.)
   */
  readonly env: Readonly<Record<string, string>>;
  /** The client's `known_hosts`. */
  readonly knownHosts: string;
  /** The client's private key. */
  readonly clientKey: string;
  /** Who may log in: `authorized_keys` of the server. */
  readonly authorizedKeys: string;
  /** The `ssh_config` that stands for the user's own. */
  readonly config: string;
}

/**
 * Starts the real `sshd` on a loopback port, with keys made for this run, in
 * `folder`, which the caller removes. Throws when it does not start.
 */
export async function startSshServer(folder: string): Promise<SshServer> {
  const home = `${folder}/ssh`;
  await Deno.mkdir(`${home}/bin`, { recursive: true, mode: 0o700 });
  const [hostKey, clientKey] = [`${home}/host_key`, `${home}/id`];
  for (const file of [hostKey, clientKey]) await makeKey(file);
  const user = await output("id", ["-un"]);
  const port = freePort();
  const alias = "source-host";
  const paths = {
    knownHosts: `${home}/known_hosts`,
    authorizedKeys: `${home}/authorized_keys`,
    config: `${home}/ssh_config`,
  };
  await Deno.copyFile(`${clientKey}.pub`, paths.authorizedKeys);
  const [type, key] = (await Deno.readTextFile(`${hostKey}.pub`)).split(" ");
  await Deno.writeTextFile(
    paths.knownHosts,
    `[127.0.0.1]:${port} ${type} ${key}\n`,
  );
  await writeClient(home, paths, { alias, clientKey, port });
  const child = await startDaemon(home, { hostKey, port, ...paths });
  return {
    port,
    user,
    alias,
    clientKey,
    ...paths,
    url: `ssh://${user}@127.0.0.1:${port}`,
    env: { PATH: `${home}/bin:${Deno.env.get("PATH") ?? ""}` },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}

/** Makes a key pair without a passphrase at `file` and `<file>.pub`. */
export async function makeKey(file: string): Promise<void> {
  await output("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file]);
}

interface Daemon {
  readonly hostKey: string;
  readonly port: number;
  readonly authorizedKeys: string;
}

async function startDaemon(
  home: string,
  { hostKey, port, authorizedKeys }: Daemon,
): Promise<Deno.ChildProcess> {
  const sshd = findProgram("sshd");
  if (sshd === undefined) throw new Error("sshd is not installed");
  // As root, sshd wants this folder, which the system makes when it starts its own.
  if (Deno.uid() === 0) await Deno.mkdir("/run/sshd", { recursive: true });
  await Deno.writeTextFile(
    `${home}/sshd_config`,
    [
      `Port ${port}`,
      "ListenAddress 127.0.0.1",
      `HostKey ${hostKey}`,
      `AuthorizedKeysFile ${authorizedKeys}`,
      "AuthenticationMethods publickey",
      "PermitRootLogin prohibit-password",
      "StrictModes no",
      "UsePAM no",
      "PidFile none",
      "AcceptEnv GIT_PROTOCOL",
      "",
    ].join("\n"),
  );
  const child = new Deno.Command(sshd, {
    args: ["-D", "-e", "-f", `${home}/sshd_config`],
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  await listening(child.stderr);
  return child;
}

/** Waits until the daemon says that it listens, and lets it talk on. */
async function listening(stderr: ReadableStream<Uint8Array>): Promise<void> {
  const [head, rest] = stderr.tee();
  rest.pipeTo(new WritableStream()).catch(() => {});
  let said = "";
  for await (const piece of head.pipeThrough(new TextDecoderStream())) {
    said += piece;
    if (said.includes("Server listening on")) return;
  }
  throw new Error(`sshd does not start: ${said}`);
}

async function writeClient(
  home: string,
  { config, knownHosts }: { config: string; knownHosts: string },
  host: { alias: string; clientKey: string; port: number },
): Promise<void> {
  await Deno.writeTextFile(
    config,
    [
      `Host ${host.alias}`,
      "  HostName 127.0.0.1",
      `  Port ${host.port}`,
      "Host *",
      `  IdentityFile ${host.clientKey}`,
      "  IdentitiesOnly yes",
      `  UserKnownHostsFile ${knownHosts}`,
      "  GlobalKnownHostsFile /dev/null",
      "",
    ].join("\n"),
  );
  const ssh = await output("sh", ["-c", "command -v ssh"]);
  const wrapper = `#!/bin/sh\nexec ${ssh} -F ${config} "$@"\n`;
  await Deno.writeTextFile(`${home}/bin/ssh`, wrapper, { mode: 0o755 });
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

async function output(
  command: string,
  args: readonly string[],
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args: [...args],
    stdin: "null",
  }).output();
  if (success) return new TextDecoder().decode(stdout).trim();
  throw new Error(`${command}: ${new TextDecoder().decode(stderr)}`);
}
