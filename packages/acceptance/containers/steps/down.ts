import type { Step } from '../step.ts'

const kinds = ['container', 'volume', 'network'] as const

export const down: Step = {
  name: 'down',
  title: 'nothing is left after the end',
  async run({ clustered }) {
    // Of the three nodes, too, if they ran: Compose removes the volumes of the files that it is given.
    const system = clustered()
    await system.compose('--profile', 'demo', 'down', '--volumes', '--remove-orphans')
    const filter = ['--filter', `label=com.docker.compose.project=${system.project}`, '--quiet']
    const left = await Promise.all(
      kinds.map(async (kind) => {
        const all = kind === 'container' ? ['--all'] : []
        const listed = await system.docker(kind, 'ls', ...all, ...filter)
        return { kind, count: listed.split('\n').filter((line) => line !== '').length }
      }),
    )
    const counts = left.map(({ kind, count }) => `${count} ${kind}s`).join(', ')
    if (left.some(({ count }) => count > 0)) throw new Error(`left: ${counts}`)
    return `left: ${counts}`
  },
}
