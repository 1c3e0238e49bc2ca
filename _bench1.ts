import { catalogueOf, fixedRepository, decimalFromText } from '@kontor/kernel';
import { ledgerCatalogue, AccountCategory, CountryCode, Currency } from '@kontor/ledger';
import { productsCatalogue, Product, ProductGroup, Unit } from '@kontor/products';
import { openDatabase } from './libs/adapters/sql/src/index.ts';
const fixedOf=(r:any,rows:any)=>{const repository=fixedRepository(r,rows) as any; return {repository, has:(k:any)=>rows.some((x:any)=>x[r.key]===k)}};
const fixed=new Map([['account-categories',fixedOf(AccountCategory,[])],['country-codes',fixedOf(CountryCode,[])],['currencies',fixedOf(Currency,[])]]);
const catalogue=catalogueOf([...ledgerCatalogue,...productsCatalogue] as any);
const D=(s:string)=>decimalFromText(s)!;
const only=process.argv[2];
for (const url of ['sqlite:/tmp/bench1.sqlite','mysql://root@127.0.0.1:3306/kontor_bench1'].filter(u=>!only||u.startsWith(only))) {
  const db=await openDatabase({url,catalogue,fixed:fixed as any}); await db.migrate();
  const P=db.unitOfWork.read(1).of(Product as any) as any;
  const byNumber=[{property:'productNumber',descending:false,alphabetical:false}];
  const have=(await P.page({sort:byNumber,pageSize:1,skipPages:0})).results;
  if (have===0) { for(let g=1;g<=20;g++) await db.unitOfWork.inTransaction(1,b=>(b.of(ProductGroup as any) as any).create({name:'G'+g,inventoryEnabled:false}))(); for(let g=1;g<=5;g++) await db.unitOfWork.inTransaction(1,b=>(b.of(Unit as any) as any).create({name:'U'+g}))(); }
  const make=(i:number)=>({productNumber:'P'+String(i).padStart(6,'0'),name:['Oak','Pine','Steel','Brass'][i%4]+' product number '+i,description:'A rather plain product '+i,salesPrice:D(String((i*7919%100000)/100)),costPrice:D(String((i*104729%90000)/100)),recommendedPrice:D('99.5'),barCode:'57'+i,barred:i%50===0,tags:[],unit:{unitNumber:1+i%5},productGroup:{productGroupNumber:1+i%20},lastUpdated:'2026-11-20T07:00:00Z'});
  const run=async(name:string,n:number,conc:number,f:(i:number)=>Promise<any>)=>{ let i=0; const c0=process.cpuUsage(); const t=performance.now(); await Promise.all(Array.from({length:conc},async()=>{while(i<n){const k=i++; await f(k);}})); const dt=performance.now()-t; const c=process.cpuUsage(c0); console.log(url.slice(0,6),name.padEnd(34),(n/dt*1000).toFixed(0).padStart(7)+'/s', ((c.user+c.system)/n).toFixed(0).padStart(6)+' us cpu'); };
  const create=(i:number)=>db.unitOfWork.inTransaction(1,b=>(b.of(Product as any) as any).create(make(i)))().then((r:any)=>{if(r._tag!=='Right')throw new Error(JSON.stringify(r))});
  if (have<10000) await run('create 16',10000-have,16,i=>create(have+i));
  for (let round=0;round<2;round++){
  await run('find 16',20000,16,i=>P.find('p'+String(i*7%10000).padStart(6,'0')));
  await run('page first 20',5000,16,()=>P.page({sort:byNumber,pageSize:20,skipPages:0}));
  await run('page random 20',5000,16,i=>P.page({sort:byNumber,pageSize:20,skipPages:i*37%500}));
  await run('page 1000',300,4,()=>P.page({sort:byNumber,pageSize:1000,skipPages:0}));
  const f={kind:'and',of:[{kind:'like',property:'name',segments:['','oak','']},{kind:'compare',property:'salesPrice',operator:'gt',value:D('500')}]};
  const s=[{property:'salesPrice',descending:true,alphabetical:false}];
  await run('filter sort seen',3000,16,i=>P.page({filter:f,sort:s,pageSize:20,skipPages:i%50}));
  await run('filter sort new',100,16,i=>P.page({filter:{kind:'and',of:[{kind:'like',property:'name',segments:['','oak','']},{kind:'compare',property:'salesPrice',operator:'gt',value:D(String(400+round*100+i+0.5))}]},sort:s,pageSize:20,skipPages:0}));
  }
  const n=(await P.page({sort:byNumber,pageSize:1,skipPages:0})).results;
  await run('create 16',2000,16,i=>create(n+i));
  await run('create 1',500,1,i=>create(n+2000+i));
  await run('remove 16',2500,16,i=>db.unitOfWork.inTransaction(1,b=>(b.of(Product as any) as any).remove(make(n+i).productNumber))());
  await db.close();
}
