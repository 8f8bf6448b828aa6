/** Hears what the push service delivers. */
export function listenForPush(): void {}
