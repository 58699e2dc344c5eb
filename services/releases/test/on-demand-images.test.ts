import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { type OnDemandFields, onDemandRequest } from './partner.ts'
import { jpeg, png } from './pictures.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})

const path = '/content/release/ondemand'
const places = (body: { errors: { pointer: string; code: string }[] }) =>
  body.errors.map(({ pointer, code }) => `${pointer} ${code}`)
const inputOf = async (link: string, generation = 1) =>
  (await fixture.asService('builder').get(`/internal/releases/${link}/build-input?generation=${generation}`)).body

describe('images', () => {
  const withImages = (...images: string[]): OnDemandFields => ({
    guidebook: {
      imageBase64: images[0],
      stages: [
        {
          number: 1,
          pois: images.slice(1).map((imageBase64, i) => ({
            content: { name: `P${i}`, lat: 1, lon: 1, type: 'SIGHT', imageBase64 },
          })),
        },
      ],
    },
  })

  it('are stored in the object store by content, and the stored request refers to them', async () => {
    const operator = fixture.newPartner()
    const release = await operator.onDemand(
      withImages(png.toString('base64'), jpeg.toString('base64'), png.toString('base64')),
    )
    const { guidebook } = (await inputOf(release.link)).request
    expect(guidebook.image).toMatchObject({ mediaType: 'image/png', bytes: png.length })
    expect(guidebook.image.key).toMatch(new RegExp(`^releases/${operator.account.id}/images/[0-9a-f]{64}\\.png$`))
    expect(guidebook).not.toHaveProperty('imageBase64')
    const [first, second] = guidebook.stages[0].pois
    expect(first.content.image.mediaType).toBe('image/jpeg')
    expect(second.content.image.key).toBe(guidebook.image.key)
    expect(await fixture.objectStore.read(guidebook.image.key)).toEqual(png)
  })

  it('must be PNG or JPEG by content, whatever their declared type', async () => {
    const operator = fixture.newPartner()
    const gif = Buffer.from('GIF89a-and-more-bytes-that-do-not-matter').toString('base64')
    const { body } = await operator.post(
      path,
      onDemandRequest(operator.account.oid, withImages(gif, 'AAAAA§§§', png.toString('base64'))),
    )
    expect(places(body)).toEqual([
      '/guidebook/imageBase64 image-not-supported',
      '/guidebook/stages/0/pois/0/content/imageBase64 image-not-supported',
    ])
  })

  it('with a data URL prefix are refused with a message that says what to omit', async () => {
    const operator = fixture.newPartner()
    const { status, body } = await operator.post(
      path,
      onDemandRequest(operator.account.oid, withImages(`data:image/png;base64,${png.toString('base64')}`)),
    )
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          pointer: '/guidebook/imageBase64',
          code: 'image-not-supported',
          message: 'must be an image in Base64 alone, without "data:image/png;base64," before it',
        },
      ],
    ])
  })

  it('may have at most 5 MB when decoded', async () => {
    const operator = fixture.newPartner()
    const sized = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]).toString('base64')
    const most = 5 * 1024 * 1024
    await operator.onDemand(withImages(sized(most)))
    const { body } = await operator.post(path, onDemandRequest(operator.account.oid, withImages(sized(most + 1))))
    expect(places(body)).toEqual(['/guidebook/imageBase64 image-too-large'])
    const huge = await operator.post(path, onDemandRequest(operator.account.oid, withImages(sized(2 * most))))
    expect(places(huge.body)).toEqual(['/guidebook/imageBase64 image-too-large'])
  })

  const samples = process.env.SAMPLES_DIR ?? new URL('../../../../shared/samples', import.meta.url).pathname
  const sample = (name: string) => {
    try {
      return readFileSync(`${samples}/images/${name}`)
    } catch {
      return null
    }
  }
  it.skipIf(sample('swiss.png') === null)(
    'from cameras and in unusual colour spaces are accepted (needs the sample images)',
    async () => {
      const operator = fixture.newPartner()
      const images = [
        'swiss.png',
        'concert.jpg',
        'flowers.jpeg',
        'Channel_digital_image_CMYK_color.jpg',
        'truncated.jpg',
      ]
        .map(sample)
        .filter((image) => image !== null && image.length <= 5 * 1024 * 1024)
      await operator.onDemand(withImages(...images.map((image) => image?.toString('base64') ?? '')))
    },
  )
})
