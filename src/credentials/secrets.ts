import * as Context from "effect/Context"
import { noSecrets, type SecretRedactor } from "../core/secrets/redactor.ts"

/**
 * What takes a deployment's secrets out of every error that is answered, wherever that was made; by default none is
 * known. What a vendor answers is without the key that it was asked with in any case.
 *
 * @example
 * Layer.provide(Layer.succeed(Secrets)(redactorOf([vendorKey, loginSecret])))
 */
export const Secrets = Context.Reference<SecretRedactor>("isogloss/Secrets", { defaultValue: () => noSecrets })
