/** What lists of agents need of the contract: the landing page and the marketplace ask for agents before all else. */
export { catalogRoutes } from "@stoa/contract/catalog-routes";
