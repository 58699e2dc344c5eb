import { join } from 'node:path'
import { run } from '../engine/run.ts'
import { servers } from '../engine/services.ts'
import type { Step } from '../step.ts'

/** Builds the images of the project, as `npm run images` does, and those of the servers for trying. */
export const images: Step = {
  name: 'images',
  title: 'all images are built',
  async run({ system, tag }) {
    const program = join(system.folder, 'infra', 'container', 'src', 'images.ts')
    const surroundings = { cwd: system.folder, env: system.env, show: true }
    const built = await run(process.execPath, [program, '--tag', tag], surroundings)
    if (built.code !== 0) throw new Error('an image of the project was not built')
    // The mail catcher is a program of the project.
    const own = servers.filter((server) => server !== 'mail')
    const { code } = await system.show('build', '--quiet', ...own)
    if (code !== 0) throw new Error('an image of a server was not built')
    const listed = await system.docker('images', '--format', '{{.Repository}} {{.Tag}} {{.Size}}')
    const ours = listed.split('\n').filter((line) => line.startsWith('guidebook/') && line.includes(` ${tag} `))
    return `${ours.length} images: ${ours.map((line) => line.replace('guidebook/', '').replace(` ${tag} `, ' ')).join(', ')}`
  },
}
