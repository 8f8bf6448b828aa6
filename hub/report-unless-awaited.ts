/** A promise that knows whether code awaits it, or uses its outcome in another way. */
class ObservablePromise<T> extends Promise<T> {
  isAwaited = false

  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  // biome-ignore lint/suspicious/noThenProperty: `await` calls the `then` of a subclass.
  override then<R = T, E = never>(
    onFulfilled?: ((value: T) => R | PromiseLike<R>) | null,
    onRejected?: ((reason: unknown) => E | PromiseLike<E>) | null,
  ): Promise<R | E> {
    this.isAwaited = true
    return super.then(onFulfilled, onRejected)
  }
}

/**
 * Returns a promise with the outcome of `work` for the application. When this promise rejects and no code awaits it,
 * its error goes to `report`. Without this, a forgotten `await` would end the process by an unhandled rejection.
 */
export function reportUnlessAwaited<T>(work: Promise<T>, report: (error: unknown) => void): Promise<T> {
  const promise = new ObservablePromise<T>((resolve, reject) => work.then(resolve, reject))
  // Decides after all microtasks, as Node does, because `await` calls `then` in one of them.
  const onRejected = (error: unknown) => process.nextTick(() => promise.isAwaited || report(error))
  Promise.prototype.then.call(promise, undefined, onRejected)
  return promise
}
