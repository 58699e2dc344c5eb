import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { programs } from '../src/programs.ts'
import { sizeTable } from '../src/size-table.ts'

const root = resolve(import.meta.dirname, '../../..')
const dockerfile = readFileSync(join(root, 'infra/container/Dockerfile'), 'utf8')
/** The steps of each stage, by its name. */
const stages = new Map(
  dockerfile
    .split(/^FROM /m)
    .slice(1)
    .map((text) => [/ AS (\w+)/.exec(text)?.[1] ?? '', text] as const),
)

test('the Dockerfile has a stage for each program, which copies the packages before the code', () => {
  for (const program of programs) {
    const copies = stages.get(program)?.match(/^COPY .*$/gm)
    expect(copies).toEqual([
      `COPY --from=programs /images/${program}/node_modules ./node_modules/`,
      `COPY --from=programs /images/${program}/app ./`,
    ])
  }
})

const services = programs.filter((program) => existsSync(join(root, 'services', program)))

test.each(services)('the image of %s starts Node.js directly, with the options of the manifest', (service) => {
  const { guidebook } = JSON.parse(readFileSync(join(root, 'services', service, 'package.json'), 'utf8'))
  const settings = `--env-file-if-exists=/etc/guidebook/${service}.env`
  const command = ['node', settings, ...guidebook.nodeOptions, 'main.js'].map((word) => `"${word}"`).join(', ')
  expect(stages.get(service)).toContain(`\nCMD [${command}]\n`)
  expect(stages.get(service)).toMatch(/^service AS /)
})

test('the README of bundles names the folder of each program that is no service', () => {
  const readme = readFileSync(join(root, 'infra/build/README.md'), 'utf8')
  const others = programs.filter((program) => !services.includes(program))
  const folders = others.map((program) => (existsSync(join(root, 'infra', program)) ? 'infra' : 'packages'))
  for (const [index, program] of others.entries()) expect(readme).toContain(`\`${folders[index]}/${program}\``)
})

test('every user can write to the volumes, because the programs run as any user', () => {
  const volumes = [...stages].flatMap(([stage, steps]) =>
    [...steps.matchAll(/^VOLUME (\S+)$/gm)].map(([, folder = '']) => ({ folder, stage, steps })),
  )
  expect(volumes.map(({ folder, stage }) => `${stage} ${folder}`)).toEqual(['gateway /var/spool/guidebook'])
  for (const { folder, steps } of volumes) expect(steps).toContain(`\nRUN install -d -m 1777 ${folder}\n`)
})

test('the size table names the images that are larger than allowed', () => {
  const row = (program: 'gateway' | 'releases', bytes: number) => ({
    program,
    image: program,
    bytes,
    bill: `${program}.json`,
  })
  const { text, tooLarge } = sizeTable([row('gateway', 150_000_001), row('releases', 199_900_000)])
  expect(tooLarge).toEqual(['gateway'])
  expect(text.split('\n')).toEqual([
    'image     MB over base  limit  bill of materials',
    'gateway          150.0    150  gateway.json',
    'releases         199.9    200  releases.json',
  ])
})
