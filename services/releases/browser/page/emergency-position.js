/** Shows the traveller's coordinates, to be read out on the phone. Needs no network: the receiver of the device finds them. */
export function offerPosition() {
  const place = document.getElementById('position')
  const button = place?.querySelector('button')
  const result = place?.querySelector('p')
  if (!place || !button || !result || !('geolocation' in navigator)) return
  place.hidden = false
  button.addEventListener('click', () => {
    result.textContent = place.dataset.searched ?? ''
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        // With a point in every language: so rescue services read them. Five decimals are a metre.
        result.textContent = (place.dataset.found ?? '')
          .replace('{lat}', coords.latitude.toFixed(5))
          .replace('{lon}', coords.longitude.toFixed(5))
          .replace('{metres}', String(Math.ceil(coords.accuracy)))
      },
      () => {
        result.textContent = place.dataset.failed ?? ''
      },
      { enableHighAccuracy: true, timeout: 60_000 },
    )
  })
}
