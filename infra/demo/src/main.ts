/** The parts of a system for trying that are programs: each runs in its own container. */
import { printLine } from '@guidebook/local/report'

type Part = () => Promise<unknown>

const parts: Record<string, () => Promise<Part>> = {
  demonstration: async () => (await import('./demonstration.ts')).demonstration,
  removal: async () => (await import('./removal.ts')).removal,
  mail: async () => (await import('./mail.ts')).mail,
  authority: async () => (await import('./authority.ts')).authority,
  certificate: async () => (await import('./certificate.ts')).certificate,
}

process.umask(0o077)
const [name = ''] = process.argv.slice(2)
const load = parts[name]
try {
  if (!load) throw new Error(`unknown part "${name}"; use one of ${Object.keys(parts).join(', ')}`)
  const part = await load()
  await part()
} catch (error) {
  printLine(`guidebook: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
