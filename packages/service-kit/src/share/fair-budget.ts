/** An owner may take more while it holds at most this share of the free amount. */
const partOfFree = 1 / 8

/**
 * Divides a limited amount (connections, requests, bytes) between owners. Besides a fixed maximum, an owner may hold at most one eighth
 * of the free amount. Each greedy owner therefore leaves eight ninths of what was free, and the next owner always finds something. This
 * is the dynamic threshold of Choudhury and Hahne for shared buffers (IEEE/ACM Transactions on Networking, 1998).
 */
export class FairBudget {
  readonly #total: number
  readonly #perOwner: number
  readonly #held = new Map<string, number>()
  #used = 0

  /** `total`: limit for all owners together. `perOwner`: limit for one; absent: only the rule about the free amount applies. */
  constructor({ total, perOwner = total }: { total: number; perOwner?: number }) {
    this.#total = total
    this.#perOwner = perOwner
  }

  /** The amount that all owners hold together. */
  get used(): number {
    return this.#used
  }

  /** Whether the owner got the amount. */
  take(owner: string, amount = 1): boolean {
    const held = (this.#held.get(owner) ?? 0) + amount
    if (held > this.#perOwner || held > (this.#total - this.#used) * partOfFree) return false
    this.#held.set(owner, held)
    this.#used += amount
    return true
  }

  give(owner: string, amount = 1): void {
    const held = (this.#held.get(owner) ?? 0) - amount
    if (held > 0) this.#held.set(owner, held)
    else this.#held.delete(owner)
    this.#used -= amount
  }
}
