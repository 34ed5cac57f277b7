/**
 * The shop, `com.example.shop`. Sign in (`.LoginActivity`): fields `email`, `password` (masked), check box
 * `remember_me`, button `sign_in` (disabled until both are filled; 800 ms with `progress`), `error_message` for a
 * password other than "secret12". Products (`.ProductsActivity`, title "Products"): `loading` with "Loading products..."
 * for 1,200 ms, then list `product_list` of rows (`product_name`, `product_price`, button `add_to_cart` "Add to cart"),
 * `open_cart` "Cart (n)", `refresh`. Product (`.ProductActivity`): `quantity` with `increase` and `decrease`, `add`.
 * Cart (`.CartActivity`): rows `cart_line`, `total` "Total: 39.80 EUR", `coupon` (a dialog; "BROKEN" makes the checkout
 * fail with HTTP 500, "CRASH" crashes it), `notify_me` (asks for the notification permission), `checkout`. After it
 * `order_state` says "Order placed" or `checkout_error` "Payment failed (500)". All traffic is logged by
 * `okhttp.OkHttpClient`, the app's own lines have the tag `Shop`.
 */
import type { AppDefinition } from '../phone/app-types.ts';
import { cartScreen } from './shop-cart.ts';
import { loginScreen } from './shop-login.ts';
import { productScreen, productsScreen } from './shop-products.ts';

export const shop: AppDefinition = {
  packageName: 'com.example.shop',
  label: 'Shop',
  uid: 10_142,
  versionName: '3.2.0',
  versionCode: 320,
  debuggable: true,
  system: false,
  permissions: {
    'android.permission.INTERNET': true,
    'android.permission.POST_NOTIFICATIONS': false,
    'android.permission.CAMERA': false,
  },
  activities: [loginScreen, productsScreen, productScreen, cartScreen],
};
