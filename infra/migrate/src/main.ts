/** Prepares the servers of a deployment: database, broker and object store. One command for each, and one for each service's schema. */
import { runCommand } from './run-command.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)
process.exitCode = await runCommand(process.argv.slice(2), process.env, say)
