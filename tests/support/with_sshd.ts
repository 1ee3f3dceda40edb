import { type SshServer, startSshServer } from "../servers/ssh_server.ts";
import { testWith } from "./needs_program.ts";
import { type TempDir, tempDir } from "./temp_dir.ts";

/** A test against a real `sshd`, with a folder of its own. */
export function withSshd(
  name: string,
  run: (server: SshServer, temp: TempDir) => Promise<void>,
): void {
  testWith(["sshd", "ssh", "ssh-keygen"], name, async () => {
    await using temp = await tempDir();
    await using server = await startSshServer(temp.path);
    await run(server, temp);
  });
}
