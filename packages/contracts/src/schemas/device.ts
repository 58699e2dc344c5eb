/** Phones and tablets with the app that hold a trip. */
import { type Static, Type } from 'typebox'
import { instant } from './fields.ts'
import { closed, text } from './shape.ts'

/** Chosen by the app and also sent in a header. It is never shown: with the link it gives access to the trip. */
export const deviceId = Type.String({
  pattern: '^[!-~]{8,128}$',
  fault: 'must have 8 to 128 visible ASCII characters',
  description: 'Random ID of the app on this device; the same while the app is installed.',
  examples: ['6f1c8a9e-3b52-4c7d-9d0e-2f1a7b6c5d4e'],
})

export const deviceRegistration = closed(
  {
    deviceId,
    name: text(100, { minLength: 1, description: 'Name of the device for people.', examples: ['Anna’s phone'] }),
  },
  { title: 'DeviceRegistration' },
)

export const device = closed(
  {
    id: text(64, { minLength: 1, description: 'ID of the device, for removing it.' }),
    name: Type.String(),
    registeredAt: instant,
  },
  { title: 'Device' },
)
export type Device = Static<typeof device>
