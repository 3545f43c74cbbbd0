/** Which store a plan is for. `name` is that of the config, the addresses are what is compared. */
export interface StoreIdentity {
  readonly name: string
  readonly baseUrl: string
  readonly filesUrl: string | null
}
