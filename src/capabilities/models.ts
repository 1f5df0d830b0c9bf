/** What is known of a model, whatever it does. */
export interface Model {
  /** The id that clients ask for. */
  readonly id: string
  /** The family's name, as `owned_by` says it. */
  readonly family: string
  /** Epoch seconds; absent where unknown. */
  readonly created?: number
  /** The format that its upstream speaks. */
  readonly format: { readonly id: string }
  /** What an encoder must know of it; `model` is the id that its upstream knows. */
  readonly target: { readonly model: string }
}

/** The models of one capability. */
export interface Models<M extends Model> {
  /** The model that an id means; undefined where no family knows it. */
  readonly find: (id: string) => M | undefined
  /** The ids that can be listed. */
  readonly ids: readonly string[]
}
