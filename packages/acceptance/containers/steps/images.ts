import type { Step } from '../step.ts'

/** What is built: the images of the project, and the servers for trying. */
export const images: Step = {
  name: 'images',
  title: 'all images are built',
  async run({ system, tag }) {
    const { code } = await system.show('--profile', 'demo', 'build', '--quiet')
    if (code !== 0) throw new Error('an image was not built')
    const listed = await system.docker('images', '--format', '{{.Repository}} {{.Tag}} {{.Size}}')
    const ours = listed.split('\n').filter((line) => line.startsWith('guidebook/') && line.includes(` ${tag} `))
    return `${ours.length} images: ${ours.map((line) => line.replace('guidebook/', '').replace(` ${tag} `, ' ')).join(', ')}`
  },
}
