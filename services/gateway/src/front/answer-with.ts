import { type Answer, answer, type ExchangeContext } from '@guidebook/service-kit'

/** Gives Koa the answer as soon as it begins. An error after that cuts the answer; the log line of the request reports it. */
export async function answerWith(
  ctx: ExchangeContext,
  run: (begin: (answer: Answer) => void) => Promise<void>,
): Promise<void> {
  const begun = await new Promise<Answer>((resolve, reject) => {
    run(resolve).catch((error: unknown) => {
      ctx.state.exchange.error = error
      reject(error)
    })
  })
  answer(ctx, begun)
}
