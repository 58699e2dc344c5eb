import { legLimitM } from '@guidebook/route-geometry'
import type { BookContent, BookStage } from '../content/book-content.ts'
import type { Build } from '../context.ts'
import type { Warnings } from '../outcome/warnings.ts'
import type { LoadedTracks } from './load-tracks.ts'

/**
 * Reports what the operator may not expect of a stage's ways: only alternatives, or a route that is one by its position alone and is therefore
 * missing in the totals.
 */
export async function reportRoles(
  { stages }: BookContent,
  loaded: LoadedTracks,
  { renderer, warnings }: Pick<Build, 'renderer' | 'warnings'>,
): Promise<void> {
  for (const stage of stages) warnOfOnlyAlternatives(stage, warnings)
  const unclear = stages.filter(({ routes }) => routes.length > 1 && routes.some(({ role }) => role === undefined))
  if (unclear.length === 0) return
  const tracks = unclear.map(({ routes }) =>
    routes.map((route) => ({ ...(route.role && { role: route.role }), track: loaded.get(route)?.track ?? null })),
  )
  const alternatives = await renderer.run('alternativesOfStages', tracks)
  for (const [at, stage] of unclear.entries()) {
    for (const index of alternatives[at] ?? []) {
      const route = stage.routes[index]
      if (route === undefined || route.role !== undefined) continue
      const { externalId, pointer } = route
      const message = `The route "${externalId}" of stage ${stage.number} is shown as an alternative and is not part of the totals, because it begins more than ${legLimitM} m from where the main way ends. If that is wrong, send the role \`main\` or \`leg\` with it.`
      warnings.add({ severity: 'info', code: 'route-is-alternative', message, externalId, pointer })
    }
  }
}

function warnOfOnlyAlternatives({ number, routes }: BookStage, warnings: Warnings): void {
  const [first] = routes
  if (first === undefined || routes.some(({ role }) => role !== 'alternative')) return
  const { externalId, pointer } = first
  const message = `All routes of stage ${number} are alternatives; the first one is shown as the main way. Send the role \`main\` with one of them.`
  warnings.add({ code: 'no-main-route', message, externalId, pointer })
}
