/** The phones and tablets on which the app holds a trip. */
import { type Static, Type } from 'typebox'
import { instant } from './fields.ts'
import { closed, text } from './shape.ts'

/** Chosen by the app, sent in a header too. Whoever knows it and the link gets the trip, so that it is shown to no one. */
export const deviceId = Type.String({
  pattern: '^[!-~]{8,128}$',
  fault: 'must have 8 to 128 visible ASCII characters',
  description: 'What the app calls itself on this device: random, and the same as long as it is installed.',
  examples: ['6f1c8a9e-3b52-4c7d-9d0e-2f1a7b6c5d4e'],
})

export const deviceRegistration = closed(
  {
    deviceId,
    name: text(100, { minLength: 1, description: 'What people call the device.', examples: ['Anna’s phone'] }),
  },
  { title: 'DeviceRegistration' },
)

export const device = closed(
  {
    id: text(64, { minLength: 1, description: 'Names the device where its place is freed.' }),
    name: Type.String(),
    registeredAt: instant,
  },
  { title: 'Device' },
)
export type Device = Static<typeof device>
