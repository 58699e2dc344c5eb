/** Preloaded with `--import`: prints the URL of each module that the process loads afterwards, required or imported. */
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, nextLoad) {
    process.stderr.write(`loaded ${url}\n`)
    return nextLoad(url, context)
  },
})
