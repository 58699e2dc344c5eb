import { fontPaths } from '@guidebook/roadbook'
import type { RenderTasks } from '../src/render/worker.ts'
import { drawLogo } from '../src/svg/draw-logo.ts'
import { answerTasks } from '../src/worker-pool/answer-tasks.ts'

/** A render worker for logos only, which starts faster. */
answerTasks<Pick<RenderTasks, 'warmUp' | 'drawLogo'>>({
  warmUp: async () => undefined,
  drawLogo: (svg) => drawLogo(svg, fontPaths('')),
})
