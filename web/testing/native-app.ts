import { onTestFinished, vi } from 'vitest'

/** Makes the modules that the test imports afterwards behave as in the native app. */
export function simulateNativeApp(): void {
  vi.stubGlobal('Capacitor', { isNativePlatform: () => true, getPlatform: () => 'android' })
  vi.resetModules()
  // The next test may be in another file of the same process, and must not get these modules.
  onTestFinished(() => void vi.resetModules())
}
