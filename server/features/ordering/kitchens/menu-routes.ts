import type { FastifyInstance } from 'fastify'
import {
  addCategory as addCategoryCall,
  addItem as addItemCall,
  changeItem as changeItemCall,
  changeItemPicture as changeItemPictureCall,
  reorderMenu as orderMenuCall,
  removeCategory as removeCategoryCall,
  removeItem as removeItemCall,
  removeItemPicture as removeItemPictureCall,
  renameCategory as renameCategoryCall,
  setSoldOut as setSoldOutCall,
} from '#contract/kitchen-menu.ts'
import type { Bind } from '../../../http/bind-endpoint.ts'
import { takeFiles } from '../../../http/pictures.ts'
import { addCategory, orderMenu, removeCategory, renameCategory } from './categories.ts'
import { changeKitchen, type KitchenContext } from './change-kitchen.ts'
import { changeItemPicture, removeItemPicture } from './dish-pictures.ts'
import { addItem, changeItem, removeItem, setSoldOut } from './items.ts'

/** The menu of a kitchen, for its owners; what is sold out, everybody who works there may say. */
export function menuRoutes(bind: Bind, context: KitchenContext): void {
  bind(addCategoryCall, async ({ params: { vId }, body, actor }) => {
    const kitchen = await changeKitchen(context, { actor, vId, may: 'owners' }, (tx) => addCategory(tx, vId, body.name))
    return { status: 201, body: kitchen }
  })
  bind(renameCategoryCall, async ({ params, body, actor }) => {
    const kitchen = await changeKitchen(context, { actor, vId: params.vId, may: 'owners' }, (tx) =>
      renameCategory(tx, params, body.name),
    )
    return { status: 200, body: kitchen }
  })
  bind(removeCategoryCall, async ({ params, actor }) => {
    const kitchen = await changeKitchen(context, { actor, vId: params.vId, may: 'owners' }, (tx) =>
      removeCategory(tx, params),
    )
    return { status: 200, body: kitchen }
  })
  bind(orderMenuCall, async ({ params: { vId }, body, actor }) => {
    const kitchen = await changeKitchen(context, { actor, vId, may: 'owners' }, (tx) =>
      orderMenu(tx, vId, body.categories),
    )
    return { status: 200, body: kitchen }
  })

  bind(addItemCall, async ({ params: { vId }, body, actor }) => {
    let itemId = ''
    const kitchen = await changeKitchen(context, { actor, vId, may: 'owners' }, async (tx) => {
      itemId = await addItem(tx, vId, body)
    })
    return { status: 201, body: { ...kitchen, itemId } }
  })
  bind(changeItemCall, async ({ params, body, actor }) => {
    const kitchen = await changeKitchen(context, { actor, vId: params.vId, may: 'owners' }, (tx) =>
      changeItem(tx, params, body),
    )
    return { status: 200, body: kitchen }
  })
  bind(removeItemCall, async ({ params, actor }) => {
    const kitchen = await changeKitchen(context, { actor, vId: params.vId, may: 'owners' }, (tx) =>
      removeItem(tx, params),
    )
    return { status: 200, body: kitchen }
  })
  bind(removeItemPictureCall, async ({ params, actor }) => {
    const kitchen = await changeKitchen(context, { actor, vId: params.vId, may: 'owners' }, (tx) =>
      removeItemPicture(tx, params),
    )
    return { status: 200, body: kitchen }
  })
  bind(setSoldOutCall, async ({ params, body, actor }) => {
    const kitchen = await changeKitchen(context, { actor, vId: params.vId, may: 'members' }, (tx) =>
      setSoldOut(tx, params, body),
    )
    return { status: 200, body: kitchen }
  })
}

/**
 * The upload of a dish's picture.
 * @param scope one of its own
 * @param bind that of the scope
 */
export function dishUploadRoutes(scope: FastifyInstance, bind: Bind, context: KitchenContext): void {
  takeFiles(scope)
  bind(changeItemPictureCall, async ({ params, body, actor }) => ({
    status: 200,
    body: await changeItemPicture(context, { actor, ...params }, body),
  }))
}
