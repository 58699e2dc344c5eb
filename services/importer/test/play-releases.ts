import type { TestBus } from '@guidebook/service-kit/test'

export interface PlayedReleases {
  /** Of each download code the commands that asked for it; a command that comes again asks for nothing new. */
  made: ReadonlyMap<number, ReadonlySet<string>>
  /** Answers what has come since the last call, also a command that comes again in another message. */
  answer(): Promise<void>
}

/** The service that makes releases, as far as the importer sees it. */
export const playReleases = async (bus: TestBus): Promise<PlayedReleases> => {
  const commands = await bus.hear('releases', 'release.create-requested.v1')
  const made = new Map<number, Set<string>>()
  let answered = 0
  return {
    made,
    async answer() {
      const fresh = commands.slice(answered)
      answered += fresh.length
      const settled = fresh.map(({ data: { account, commandId, request } }) => {
        made.set(request.downloadCode, (made.get(request.downloadCode) ?? new Set()).add(commandId))
        const link = commandId.replaceAll('-', '').slice(0, 21)
        return { account, commandId, status: 'created' as const, link, downloadCode: request.downloadCode, faults: [] }
      })
      await Promise.all(settled.map((data) => bus.send('release.create-settled.v1', data)))
    },
  }
}
