import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts a file of this folder as a process. It receives `content` in a message, and sends its port in another. */
export const startBareServer = async (file: string, content: object | string) => {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)))
  child.send(content)
  const [port] = await once(child, 'message')
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
