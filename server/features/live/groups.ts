import type { HubClients } from '@hobohat/hub'
import type { HubClientMethods } from '#contract/live.ts'

/** The open pages, by what they watch. */
export type LiveClients = HubClients<HubClientMethods>

export const ADMINS = 'admins'
export const pageGroup = (pageUrl: string) => `page:${pageUrl}`
export const orderGroup = (orderId: string) => `order:${orderId}`
/** Everybody who watches a kitchen. */
export const kitchenGroup = (kitchenId: string) => `kitchen:${kitchenId}`
/** Those who watch a kitchen and may see its orders. */
export const boardGroup = (kitchenId: string) => `board:${kitchenId}`
