/** The longest delay of a service's event loop since this was last asked, milliseconds; from its own metrics. */
export const longestStall = async (healthUrl: string): Promise<number> => {
  const response = await fetch(`${healthUrl}/metrics`)
  const figure = /^nodejs_eventloop_delay_max[^ ]* ([\d.e+-]+)/m.exec(await response.text())?.[1]
  if (figure === undefined) throw new Error(`${healthUrl} does not tell the delay of its event loop`)
  return Number(figure) * 1000
}
