import { operations } from '@guidebook/contracts'
import type { Route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { replaceAccommodation } from './accommodation.ts'
import { changeRoute } from './change-route.ts'
import { changePeriod, changeTripPeriod } from './dates.ts'
import { disable, lock, switchChannel } from './flags.ts'
import { changeSellerCode } from './seller-code.ts'

const isOn = ({ params }: { params: { flag: '0' | '1' } }) => params.flag === '1'

/** Endpoints 9 to 16 of the interface specification, two flags of the same form, and the seller's code. */
export const changeRoutes = (context: Context): Route[] => [
  changeRoute(context, operations.setReleaseDevices, {
    decide: (_, { params }) => ({
      action: 'devices.changed',
      message: `The release is for ${params.devices} devices now.`,
      fields: { devices: params.devices },
      rebuild: false,
    }),
  }),
  changeRoute(context, operations.setReleasePeriod, { decide: (release, { body }) => changePeriod(release, body) }),
  changeRoute(context, operations.setTripPeriod, { decide: (release, { body }) => changeTripPeriod(release, body) }),
  changeRoute(context, operations.replaceAccommodation, {
    decide: (release, { body }) => replaceAccommodation(release, body.assets),
  }),
  changeRoute(context, operations.setReleaseLanguage, {
    decide: (_, { params }) => ({
      action: 'language.changed',
      message: `The language is ${params.language} now.`,
      fields: { lang: params.language },
      rebuild: true,
    }),
  }),
  changeRoute(context, operations.setAppChannel, {
    decide: (release, request) => switchChannel(release, 'app', isOn(request)),
  }),
  changeRoute(context, operations.setPdfChannel, {
    decide: (release, request) => switchChannel(release, 'pdf', isOn(request)),
  }),
  changeRoute(context, operations.setGpxChannel, {
    decide: (release, request) => switchChannel(release, 'gpx', isOn(request)),
  }),
  changeRoute(context, operations.setReleaseDisabled, {
    decide: (_, request) => disable(isOn(request)),
    evenWhenLocked: true,
  }),
  changeRoute(context, operations.setReleaseLocked, {
    decide: (_, request) => lock(isOn(request)),
    evenWhenLocked: true,
  }),
  changeSellerCode(context),
]
