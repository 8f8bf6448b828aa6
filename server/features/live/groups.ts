import type { HubClients } from '@hobohat/hub'
import type { HubClientMethods } from '#contract/live.ts'

/** The clients of the hub, grouped by the things that they watch. */
export type LiveClients = HubClients<HubClientMethods>

export const ADMINS = 'admins'
export const pageGroup = (pageUrl: string) => `page:${pageUrl}`
export const orderGroup = (orderId: string) => `order:${orderId}`
/** The clients that watch a kitchen. */
export const kitchenGroup = (kitchenId: string) => `kitchen:${kitchenId}`
/** The clients that watch a kitchen and may see its orders. */
export const boardGroup = (kitchenId: string) => `board:${kitchenId}`
