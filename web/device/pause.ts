/** Lets the browser paint and handle input before the next piece of work. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
