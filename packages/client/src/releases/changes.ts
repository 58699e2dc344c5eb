/** Endpoints 9 to 16 of the interface specification, and three of the same form. All return the release record. */
import type { Caller } from '../call/caller.ts'
import type { BodyOf, ParamsOf } from '../call/operation-types.ts'
import type { ChangeOptions } from '../call/options.ts'
import type { ReleaseAddress } from './release-address.ts'

type SwitchId = 'setAppChannel' | 'setPdfChannel' | 'setGpxChannel' | 'setReleaseDisabled' | 'setReleaseLocked'

export const changesOf = ({ call }: Caller) => {
  const set = (id: SwitchId, release: ReleaseAddress, on: boolean, options?: ChangeOptions) =>
    call(id, { params: { ...release, flag: on ? '1' : '0' } }, options)

  return {
    /** Endpoint 9, `PATCH /content/release/{account}/{release}/devices/{devices}`. */
    setDevices: (release: ReleaseAddress, devices: ParamsOf<'setReleaseDevices'>['devices'], options?: ChangeOptions) =>
      call('setReleaseDevices', { params: { ...release, devices } }, options),

    /** Endpoint 10, `PATCH /content/release/{account}/{release}/period`: the first and last day of the release. */
    setPeriod: (release: ReleaseAddress, body: BodyOf<'setReleasePeriod'>, options?: ChangeOptions) =>
      call('setReleasePeriod', { params: release, body }, options),

    /** Endpoint 11, `PATCH /content/release/{account}/{release}/tripperiod`: arrival and departure. */
    setTripPeriod: (release: ReleaseAddress, body: BodyOf<'setTripPeriod'>, options?: ChangeOptions) =>
      call('setTripPeriod', { params: release, body }, options),

    /** Endpoint 12, `PUT /content/release/{account}/{release}/accommodation`: replaces all accommodations. */
    replaceAccommodation: (release: ReleaseAddress, body: BodyOf<'replaceAccommodation'>, options?: ChangeOptions) =>
      call('replaceAccommodation', { params: release, body }, options),

    /** Endpoint 13, `PATCH /content/release/{account}/{release}/lang/{language}`. */
    setLanguage: (
      release: ReleaseAddress,
      language: ParamsOf<'setReleaseLanguage'>['language'],
      options?: ChangeOptions,
    ) => call('setReleaseLanguage', { params: { ...release, language } }, options),

    /** Endpoint 14, `PATCH /content/release/{account}/{release}/app/{flag}`: switches the app on or off. */
    setApp: (release: ReleaseAddress, on: boolean, options?: ChangeOptions) =>
      set('setAppChannel', release, on, options),

    /** Endpoint 15, `PATCH /content/release/{account}/{release}/pdf/{flag}`: switches the PDF roadbook on or off. */
    setPdf: (release: ReleaseAddress, on: boolean, options?: ChangeOptions) =>
      set('setPdfChannel', release, on, options),

    /** Endpoint 16, `PATCH /content/release/{account}/{release}/gpx/{flag}`: switches the GPX files on or off. */
    setGpx: (release: ReleaseAddress, on: boolean, options?: ChangeOptions) =>
      set('setGpxChannel', release, on, options),

    /** `PATCH /content/release/{account}/{release}/disabled/{flag}`: closes the Trip Link or opens it again. */
    setDisabled: (release: ReleaseAddress, disabled: boolean, options?: ChangeOptions) =>
      set('setReleaseDisabled', release, disabled, options),

    /** `PATCH /content/release/{account}/{release}/locked/{flag}`: locks the release against changes or unlocks it. */
    setLocked: (release: ReleaseAddress, locked: boolean, options?: ChangeOptions) =>
      set('setReleaseLocked', release, locked, options),

    /** `PATCH /content/release/{account}/{release}/sellercode/{code}`: the seller may call it too, with its own account. */
    setSellerCode: (release: ReleaseAddress, code: ParamsOf<'setSellerCode'>['code'], options?: ChangeOptions) =>
      call('setSellerCode', { params: { ...release, code } }, options),
  }
}
