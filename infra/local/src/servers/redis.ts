import { join } from 'node:path'
import { type Host, type Running, startServer } from '../processes/server.ts'
import { accepts } from '../processes/wait-for.ts'
import { privateFolder } from '../state/private-folder.ts'

interface RedisOptions {
  /** Path of `redis-server`. */
  program: string
  port: number
  password: string
}

export const redisUrl = (port: number, password: string) => `redis://:${password}@127.0.0.1:${port}`

/** Starts a Redis on 127.0.0.1 that stores nothing on disk, and waits until it accepts connections. */
export async function startRedis(host: Host, { program, port, password }: RedisOptions): Promise<Running> {
  const folder = join(host.workspace.state, 'redis')
  privateFolder(folder, host.workspace.user)
  return await startServer(host, {
    name: 'redis',
    command: program,
    // Other users of this machine can read the arguments. They could reach only counters of tests.
    args: [
      '--bind',
      '127.0.0.1',
      '--port',
      String(port),
      '--save',
      '',
      '--appendonly',
      'no',
      '--requirepass',
      password,
    ],
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: folder, LC_ALL: 'C.UTF-8' },
    user: host.workspace.user,
    readiness: async () => ((await accepts(port)) ? undefined : 'it accepts no connection'),
    readyMs: 20_000,
    stopMs: 10_000,
  })
}
