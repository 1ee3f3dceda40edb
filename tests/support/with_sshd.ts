import {
  findSshd,
  type SshServer,
  startSshServer,
} from "../servers/ssh_server.ts";
import { type TempDir, tempDir } from "./temp_dir.ts";

/**
 * A test against a real `sshd`, with a folder of its own. Where none is
 * installed it is ignored, and its name says why; continuous integration
 * installs one, and counts an ignored test as failed.
 */
export function withSshd(
  name: string,
  run: (server: SshServer, temp: TempDir) => Promise<void>,
): void {
  const missing = findSshd() === undefined;
  Deno.test({
    name: missing ? `${name} (ignored: sshd is not installed)` : name,
    ignore: missing,
    async fn() {
      await using temp = await tempDir();
      await using server = await startSshServer(temp.path);
      await run(server, temp);
    },
  });
}
