/** Milliseconds after which another process takes over the work of a process that died. */
export const leaseMs = 20_000
/** Milliseconds between two renewals. */
export const renewEveryMs = 5_000
