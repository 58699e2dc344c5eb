/** Commands that run a tool on this terminal. */
import { join } from 'node:path'
import { runInTerminal, withTools } from '../processes/run.ts'
import type { Command, CommandContext } from './command.ts'

const runTool = ({ root, env, signal }: CommandContext, tool: string, args: readonly string[]) =>
  runInTerminal(tool, args, { cwd: root, env: withTools(root, env), signal })

/** One compiler run over all packages takes a fifth of the processor time of one run for each, because they share sources. */
const checks = ['typecheck:all', 'lint', 'lint:root', 'lint:imports', 'lint:openapi', 'lint:unused', 'lint:words']

/** Checks types, style, unused code, imports, the OpenAPI document and spelling. Skips what has not changed; prints the output of what fails. */
export const check: Command = async (context) => {
  const options = ['--continue', '--output-logs=errors-only', ...context.args]
  const code = await runTool(context, 'turbo', ['run', ...checks, ...options])
  context.report(code === 0 ? 'check: all tasks passed' : 'check: failed')
  return code
}

/** Formats all files, or those of the arguments, and applies Biome's safe fixes. */
export const fix: Command = (context) => {
  const files = context.args.length > 0 ? context.args : ['.']
  return runTool(context, 'biome', ['check', '--write', '--error-on-warnings', ...files])
}

/**
 * Bundles every program, and the client; skips what has not changed. Then makes a folder of each program that stands alone, in `dist/images`.
 */
export const build: Command = async (context) => {
  // Bundles are copied into containers, whose user is another one.
  process.umask(0o022)
  const failed = await runTool(context, 'turbo', ['run', 'build', '--output-logs=new-only', ...context.args])
  return failed === 0 ? runTool(context, 'node', [join('infra', 'build', 'src', 'stage.ts')]) : failed
}

/** Builds the images of the programs with a container engine. */
export const images: Command = (context) =>
  runTool(context, 'node', [join('infra', 'container', 'src', 'images.ts'), ...context.args])

/** Tests the system in containers. Reports what is missing if there is no container engine. */
export const testContainers: Command = ({ root, env, args, signal }) => {
  const main = join('packages', 'acceptance', 'containers', 'main.ts')
  return runInTerminal(process.execPath, [main, ...args], { cwd: root, env: withTools(root, env), signal })
}
