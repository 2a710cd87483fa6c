const SIGNED = { authentication: "genericCredentialType", genericAuthType: "httpHeaderAuth" };

const to = (name: string) => [{ node: name, type: "main", index: 0 }];

const createNode = (name: string, type: string, typeVersion: number, x: number, parameters: object) => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [x, 0],
  parameters,
});

/**
 * An n8n export whose caller chooses two servers: one in the author's network, and one that is known only at run time.
 */
export const WEEK_MENU = JSON.stringify({
  name: "Week Menu",
  nodes: [
    createNode("When the form is sent", "formTrigger", 2.2, 0, {
      formTitle: "Menu of the week",
      formFields: { values: [{ fieldLabel: "Shop", fieldType: "text", requiredField: true }] },
    }),
    createNode("Recipes", "httpRequest", 4.2, 220, {
      url: "http://192.168.1.20:9925/api/recipes",
      ...SIGNED,
    }),
    createNode("Order", "httpRequest", 4.2, 440, {
      method: "POST",
      url: "={{ $('When the form is sent').item.json.Shop }}/orders",
      ...SIGNED,
    }),
  ],
  connections: {
    "When the form is sent": { main: [to("Recipes")] },
    Recipes: { main: [to("Order")] },
  },
  settings: { executionOrder: "v1" },
  meta: { stoa: { examples: [{ Shop: "https://api.shop.example" }] } },
});
