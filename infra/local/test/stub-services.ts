import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serviceNames } from '../src/services/names.ts'

/** A service that is only ready, unless there is a file `unready`: these tests check how services start, not what they do. */
const main = `import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
const { pid, execArgv } = process
const server = createServer((request, response) => {
  response.statusCode = existsSync(new URL('../unready', import.meta.url)) ? 503 : 200
  response.end(JSON.stringify({ path: request.url, pid, execArgv }))
})
server.listen(Number(process.env.HEALTH_PORT), process.env.HEALTH_HOST)
process.on('SIGTERM', () => process.exit(0))
`
const migrate = `import { appendFileSync } from 'node:fs'
appendFileSync(new URL('../migrated', import.meta.url), 'x')
`

/** Writes a project root with six stub services. */
export function writeStubServices(root: string): void {
  for (const service of serviceNames) {
    const folder = join(root, 'services', service)
    mkdirSync(join(folder, 'src'), { recursive: true })
    const guidebook = { nodeOptions: ['--max-semi-space-size=8'] }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', guidebook }))
    writeFileSync(join(folder, 'src', 'main.ts'), main)
    writeFileSync(join(folder, 'src', 'migrate.ts'), migrate)
  }
}
