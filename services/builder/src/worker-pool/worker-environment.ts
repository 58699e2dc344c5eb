/** How memory is allocated, where libraries lie, what time it is. */
const passedOn = /^(MALLOC_\w+|GLIBC_TUNABLES|LD_\w+|DYLD_\w+|TZ|TMPDIR|SystemRoot)$/

/** What a worker is told of the service's environment: it draws what strangers have sent, so it knows no address and no secret. */
export const workerEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => passedOn.test(name)))
