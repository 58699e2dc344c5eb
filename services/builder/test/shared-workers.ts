import { createImageDecoder } from '../src/image/image-decoder.ts'
import { createRenderer } from '../src/render/renderer.ts'
import { decoderOptions, workerOptions } from './worker-options.ts'

let shared: ReturnType<typeof start> | undefined

/** Workers that all test files of a process share, since starting them takes seconds. They end with the process. */
export function sharedWorkers(): ReturnType<typeof start> {
  shared ??= start()
  return shared
}

async function start() {
  const renderer = createRenderer(workerOptions)
  const decoder = createImageDecoder(decoderOptions)
  await Promise.all([renderer.start(), decoder.start()])
  return { renderer, decoder }
}
