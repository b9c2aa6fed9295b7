// A queue of four entries. It is read by Yosys, which is loaded when this example is checked: some 38 MB, from where the
// page itself comes from. Assertions, assumptions and covers of SystemVerilog become properties.
module fifo (input clk, input push, input pop, input [1:0] data, output [1:0] out);
  reg [1:0] memory [0:3];
  reg [1:0] head = 0, tail = 0;
  reg [2:0] count = 0;
  wire full = count == 4, empty = count == 0;
  assign out = memory[head];

  always @(posedge clk) begin
    if (push && !full) begin
      memory[tail] <= data;
      tail <= tail + 1;
    end
    if (pop && !empty) head <= head + 1;
    count <= count + (push && !full) - (pop && !empty);
  end

  never_more_than_four: assert property (@(posedge clk) count <= 4);
  pointers_agree: assert property (@(posedge clk) tail - head == count[1:0]);
  // The reader comes back: what is full does not stay full.
  reader: assume property (@(posedge clk) s_eventually pop);
  drains: assert property (@(posedge clk) full |-> s_eventually !full);
  // Nobody promises that a queue with something in it becomes empty.
  empties: assert property (@(posedge clk) !empty |-> s_eventually empty);
  can_be_full: cover property (@(posedge clk) full);
endmodule
