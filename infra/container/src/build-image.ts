import { join } from 'node:path'
import { run } from './docker.ts'
import { type Program, programs } from './programs.ts'

export interface BuildSettings {
  /** The folder with the prepared programs. */
  images: string
  tag: string
  baseImage: string
  labels: Readonly<Record<string, string>>
}

/** A constant time of change for all files, so that the same files are the same layer. Some programs refuse 1970. */
const changed = '1985-10-26T08:15:00Z'

/** Loads the prepared programs as one image without anything else, from which the images copy. Returns its name. */
export async function importPrograms({ images, tag }: BuildSettings): Promise<string> {
  const name = `guidebook/programs:${tag}`
  const stable = ['--sort=name', `--mtime=${changed}`, '--owner=0', '--group=0', '--numeric-owner']
  const args = [
    ...stable,
    '--mode=u+rw,go+r,go-w',
    '--transform=s,^,images/,S',
    '-C',
    images,
    '-c',
    'node',
    ...programs,
  ]
  await run('docker', ['import', '-', name], { from: ['tar', ...args] })
  return name
}

/** Builds an image from the imported programs. The Dockerfile is the whole context. */
export async function buildImage(program: Program, from: string, dockerfile: string, settings: BuildSettings) {
  const { tag, baseImage, labels } = settings
  const name = `guidebook/${program}:${tag}`
  // Without BuildKit every stage is started, so the image of the stage that is not needed must exist, too.
  const images = { BASE_IMAGE: baseImage, PROGRAMS: from, NODE_IMAGE: from }
  const options = [
    ...Object.entries(images).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]),
    ...Object.entries(labels).flatMap(([key, value]) => ['--label', `org.opencontainers.image.${key}=${value}`]),
  ]
  await run('docker', ['build', '--target', program, '--tag', name, ...options, '-'], { input: dockerfile })
  return name
}

/** Bytes of an image. */
export const sizeOf = async (image: string): Promise<number> =>
  Number(await run('docker', ['image', 'inspect', '--format', '{{.Size}}', image]))

/** Where a program's bill of materials is on this machine. */
export const billOf = (images: string, program: Program): string => join(images, program, 'app', 'sbom.cdx.json')
