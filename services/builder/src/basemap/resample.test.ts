import { expect, test } from 'vitest'
import { resample } from './resample.ts'

const ramp = {
  width: 12,
  height: 8,
  values: Float32Array.from({ length: 96 }, (_, index) => 3 * (index % 12) + 5 * Math.floor(index / 12)),
}

test('a part in its own size is that part', async () => {
  const { values } = await resample(ramp, { left: 3, top: 2, width: 4, height: 3 }, 4, 3)
  expect([...values]).toEqual([19, 22, 25, 28, 24, 27, 30, 33, 29, 32, 35, 38])
})

test('a linear slope stays linear at any scale and offset', async () => {
  const part = { left: 2.3, top: 2.6, width: 5.5, height: 2.5 }
  const { width, height, values } = await resample(ramp, part, 110, 50)
  for (const [x, y] of [
    [0, 0],
    [57, 13],
    [109, 49],
  ] as const) {
    const [column, row] = [2.3 + ((x + 0.5) * 5.5) / width - 0.5, 2.6 + ((y + 0.5) * 2.5) / height - 0.5]
    expect(values[y * width + x]).toBeCloseTo(3 * column + 5 * row, 3)
  }
})

test('beyond the raster its edge is repeated', async () => {
  const { values } = await resample(ramp, { left: -40, top: -40, width: 2, height: 2 }, 2, 2)
  expect([...values]).toEqual([0, 0, 0, 0])
})
