/** The store of a plan. `name` is the name in the config; identity is compared by the addresses. */
export interface StoreIdentity {
  readonly name: string
  readonly baseUrl: string
  readonly filesUrl: string | null
}
